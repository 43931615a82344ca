/**
 * The JSON text of a message body.
 * @throws TypeError if the body has none (`undefined`, a function, a cycle, a bigint)
 */
export const jsonBody = (body: unknown): string => {
  const text = JSON.stringify(body) as string | undefined
  if (text === undefined) throw new TypeError('The message body has no JSON form')
  return text
}
