import { z } from 'zod'
import { onObjects } from './directory-fields.ts'

/**
 * One of several objects, selected by a field. If that field is missing or unknown, the parts that have a fault in
 * every one of them are reported, too, so that one response names all faults.
 */
export const variants = <
  const Field extends string,
  const Objects extends readonly [z.ZodObject, ...z.ZodObject[]],
>(
  field: Field,
  objects: Objects,
) =>
  z.discriminatedUnion(field, objects).superRefine((value, context) => {
    const names = objects.map(({ shape }) => (shape[field] as z.ZodLiteral).value)
    if (names.includes((value as Record<string, unknown>)[field] as string)) return
    const [first = [], ...others] = objects.map((object, at) => {
      const named = { ...(value as object), [field]: names[at] }
      return object.safeParse(named, { reportInput: true }).error?.issues ?? []
    })
    const inAll = first.flatMap((issue) => {
      const same = others.map((issues) => alike(issue, issues))
      if (same.includes(undefined)) return []
      const messages = [...new Set([issue, ...same].map((one) => one?.message))]
      if (messages.length === 1) return [issue]
      const { path, input } = issue
      return [{ code: 'custom' as const, path, input, message: messages.join(' or ') }]
    })
    context.issues.push(...(inAll as z.core.$ZodRawIssue[]))
  }, onObjects)

/** The issue with the same message at the same place, or else any issue at that place. */
function alike(issue: z.core.$ZodIssue, issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const there = issues.filter(({ path }) => path.join() === issue.path.join())
  return there.find(({ message }) => message === issue.message) ?? there[0]
}
