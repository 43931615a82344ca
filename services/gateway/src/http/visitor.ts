import type { Response } from 'express'
import type { Visitor } from '../authentication/visitors.ts'

/** Notes who was let in, for the handler of the operation. */
export function noteVisitor(response: Response, visitor: Visitor): void {
  response.locals.visitor = visitor
}

/** Who was let in. */
export const visitorOf = (response: Response): Visitor => response.locals.visitor as Visitor
