/** A person who signs in without a password. */
export interface Person {
  id: string
  name: string
  /** The role as the page shows it. */
  role: string
  /** Claims of the tokens in addition to the subject. */
  claims: Readonly<Record<string, unknown>>
}
