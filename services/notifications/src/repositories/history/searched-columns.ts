/** The time that a notification is for, which never changes; migration 0041 has indexes on it. @param of its alias */
export const timeIn = (of: string): string => `coalesce(${of}.scheduled_for, ${of}.created_at)`

/** The agents of an appointment, as the index of migration 0041 has them. @param of its alias */
export const agentsOf = (of: string): string =>
  `(jsonb_path_query_array(${of}.roster, '$.participants[*] ? (@.type == "AGENT").id')
    || coalesce(${of}.roster -> 'organizerId', '[]'))`
