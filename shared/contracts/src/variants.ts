import { z } from 'zod'
import { onObjects } from './directory-fields.ts'

/**
 * One of several objects, selected by a field. If that field is missing or unknown, the faults that the value has in
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
    const isIn = (issue: z.core.$ZodIssue, issues: readonly z.core.$ZodIssue[]) =>
      issues.some(({ path, message }) => path.join() === issue.path.join() && message === issue.message)
    const inAll = first.filter((issue) => others.every((issues) => isIn(issue, issues)))
    context.issues.push(...(inAll as z.core.$ZodRawIssue[]))
  }, onObjects)
