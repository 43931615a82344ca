/** A person who signs in without a password. */
export interface Person {
  id: string
  name: string
  /** The role in words. */
  role: string
  /** Claims of the tokens, besides the subject. */
  claims: Readonly<Record<string, unknown>>
}
