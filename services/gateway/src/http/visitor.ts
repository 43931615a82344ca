import type { Response } from 'express'
import type { Visitor } from '../authentication/visitors.ts'

/** Stores the authenticated visitor for the handler of the operation. */
export function setVisitor(response: Response, visitor: Visitor): void {
  response.locals.visitor = visitor
}

/** The authenticated visitor. */
export const visitorOf = (response: Response): Visitor => response.locals.visitor as Visitor
