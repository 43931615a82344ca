import { detailFields, textFields, type Application, type AppointmentSnapshot } from '@appointments/contracts'

/*
 * The texts that people write about an appointment, and its other details. Services that store, announce, mask or show
 * all of them derive their lists from these; a list that differs has a name here.
 */

export type AppointmentText = keyof typeof textFields & keyof AppointmentSnapshot

const namesIn = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[]

export const appointmentTexts: readonly AppointmentText[] = namesIn(textFields)

/** The texts and the data of an appointment that an update changes. */
export const appointmentDetails: readonly (keyof typeof detailFields & keyof AppointmentSnapshot)[] =
  namesIn(detailFields)

/** The texts that customers see. A new text is hidden from them until it is listed here. */
export const textsForCustomers = ({
  notesForCustomers,
}: Pick<Application, 'notesForCustomers'>): readonly AppointmentText[] =>
  notesForCustomers ? ['title', 'notes'] : ['title']

/** The texts of a request or an appointment, each from the first source that has it; null means that it has none. */
export const textsOf = (
  ...sources: readonly Partial<Record<AppointmentText, string | null | undefined>>[]
): Partial<Record<AppointmentText, string>> =>
  Object.fromEntries(
    appointmentTexts.flatMap((name) => {
      const text = sources.map((source) => source[name]).find((one) => one !== undefined)
      return text == null ? [] : [[name, text]]
    }),
  )

/** An appointment without any of its texts. */
export const withoutTexts = (appointment: AppointmentSnapshot): AppointmentSnapshot => {
  const texts: readonly string[] = appointmentTexts
  return Object.fromEntries(
    Object.entries(appointment).filter(([name]) => !texts.includes(name)),
  ) as AppointmentSnapshot
}
