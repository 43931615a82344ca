import type { OutgoingHttpHeaders } from 'node:http'
import type { Request, Response } from 'express'
import type { AllowedOrigins } from './allowed-origins.ts'

/**
 * Completes the policy of a booking page, which the web service leaves open: the pages that its application allows may
 * show it in a frame.
 */
export const framedBy =
  ({ framersOf }: AllowedOrigins) =>
  (request: Request, response: Response, headers: OutgoingHttpHeaders): OutgoingHttpHeaders => {
    const framers = framersOf(String(request.params.applicationId))
    // X-Frame-Options cannot name origins, and old browsers would prefer it to the policy
    if (framers.length > 0) response.removeHeader('X-Frame-Options')
    const directive = `frame-ancestors ${framers.join(' ') || "'none'"}`
    const policy = headers['content-security-policy']
    return {
      ...headers,
      'content-security-policy': policy === undefined ? directive : `${policy}; ${directive}`,
    }
  }
