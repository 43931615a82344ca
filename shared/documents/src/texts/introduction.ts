import { limits } from '@appointments/contracts'
import { operationsOf } from '../openapi/documented-operation.ts'
import { descriptionOf, type Version } from '../versions.ts'

/** Information about all operations of a version, as Markdown. */
export const introduction = (version: Version): string =>
  `Books appointments between customers and agents of a contact centre. ${descriptionOf(version).opening}

## Callers

Staff and machines send a JWT as \`Authorization: Bearer …\`; its roles determine the permitted operations. Customers
exchange the ticket of their link for such a token, or book with a one-time password and HTTP Basic. A token with an
organization has no access to data of other organizations: their resources are reported as not found.

## Errors

An error is \`application/problem+json\` (RFC 9457), or \`application/json\` if the \`Accept\` header of the request names only
that. Rely on the \`code\`; titles and details are for people. \`errors\` lists all faults of the request. An unknown path is
404 \`ROUTE_NOT_FOUND\`, an unsupported method 405 \`METHOD_NOT_ALLOWED\`.

## Retries

Send an \`Idempotency-Key\` with a POST, PUT or PATCH, and repeat the request with the same key and body as often as
needed: it takes effect once, and every repeat receives the first response.
${
  operationsOf(version).some(({ operation }) => operation.takesIfMatch)
    ? `
## Concurrent changes

Responses with an appointment or an application carry its version as \`ETag\`. Send it as \`If-Match\`, and the change is
rejected with 412 if the resource has changed in the meantime.
`
    : ''
}
## Formats

Responses contain instants in UTC in the format of RFC 3339. Requests may contain any ISO 8601 date and time: with or
without seconds, in the basic format, with any offset or followed by a zone such as \`[Europe/Berlin]\`; without an offset
or zone, the time is in UTC. Durations are ISO 8601 with days, hours, minutes and seconds, such as
\`PT30M\` or \`P1DT2H\`; a day is 24 hours. Bodies are JSON in UTF-8, of at most ${limits.bodyBytes / 1000} kB and ${limits.bodyDepth} levels. In free-form objects, a
number that a double cannot hold exactly is rejected with \`NUMBER_NOT_EXACT\`; send it as a string. Unknown fields of a
request are ignored, unless an operation states otherwise or the request has \`Prefer: handling=strict\`. Responses may gain
fields. Responses over 1 kB are compressed (\`br\`, \`gzip\`) if the client accepts that, except those below
\`/security\`. A request has at most ${limits.headerFields} header fields, and its URL and header fields together have at
most ${limits.headerBytes} bytes.

Paths may end with a slash. In a query, \`name[]\` and \`name[0]\` are other spellings of \`name\`, a parameter with an empty
value counts as absent, and enumerated values are case-insensitive.`
