import { describe, expect, it } from 'vitest'
import { everyField } from '../test/builders.ts'
import { appointmentDetails, appointmentTexts, textsForCustomers, textsOf, withoutTexts } from './details.ts'

describe('the texts of an appointment', () => {
  it('are details, which customers see unless they are for staff', () => {
    expect(appointmentDetails).toEqual(expect.arrayContaining([...appointmentTexts]))
    expect(textsForCustomers({ notesForCustomers: false })).toEqual(['title'])
    expect(textsForCustomers({ notesForCustomers: true })).toEqual(['title', 'notes'])
  })

  it('are found and removed, and nothing else is', () => {
    const texts = Object.fromEntries(appointmentTexts.map((text) => [text, everyField[text]]))
    expect(textsOf(everyField)).toEqual(texts)
    expect({ ...withoutTexts(everyField), ...texts }).toEqual(everyField)
    for (const text of appointmentTexts) expect(withoutTexts(everyField)).not.toHaveProperty(text)
    expect(textsOf({ title: null }, { title: 'Review', notes: 'Bring it' })).toEqual({ notes: 'Bring it' })
  })
})
