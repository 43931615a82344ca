/**
 * The planned time of a notification, or its creation if it has none. It never changes; migration 0041 creates indexes
 * on it.
 * @param of its alias
 */
export const timeIn = (of: string): string => `coalesce(${of}.scheduled_for, ${of}.created_at)`

/** The agents of an appointment, as the same expression as in the index of migration 0042. @param of its alias */
export const agentsOf = (of: string): string =>
  `(jsonb_path_query_array(${of}.roster, '$.participants[*] ? (@.type == "AGENT").id')
    || coalesce(${of}.roster -> 'organizerId', '[]'))`
