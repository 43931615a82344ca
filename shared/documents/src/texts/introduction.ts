import { limits } from '@appointments/contracts'
import { operationsOf } from '../openapi/documented-operation.ts'
import { descriptionOf, type Version } from '../versions.ts'

/** What holds for every operation of a version, as Markdown. */
export const introduction = (version: Version): string =>
  `Books appointments between customers and agents of a contact centre. ${descriptionOf(version).opening}

## Who calls

Staff and machines send a JWT as \`Authorization: Bearer …\`; its roles decide which operations it may call. Customers
exchange the ticket of their link for such a token, or book with a one-time password and HTTP Basic. A token with an
organization sees nothing of another one: what belongs to somebody else is not found.

## Refusals

A refusal is \`application/problem+json\` (RFC 9457), or \`application/json\` for a client whose \`Accept\` names that and not the
former. Go by its \`code\`; titles and details are for people. \`errors\` lists
every fault of the request at once. An address nobody serves is 404 \`ROUTE_NOT_FOUND\`, another method at a known address
405 \`METHOD_NOT_ALLOWED\`.

## Repeating

Send an \`Idempotency-Key\` with a POST or PUT, and repeat it with the same key and body as often as you like: it takes
effect once, and every repeat gets the first answer.
${
  operationsOf(version).some(({ operation }) => operation.takesIfMatch)
    ? `
## Changing what was seen

Answers that show an appointment or an application carry its version as \`ETag\`. Send it back as \`If-Match\`, and the
change is refused with 412 where somebody else was faster.
`
    : ''
}
## Formats

Responses write instants in UTC by RFC 3339. Requests may write any ISO 8601 date and time: with or without seconds, in
the basic format, with any offset or with a zone such as \`[Europe/Berlin]\` behind; without an offset or zone it is UTC. Durations are ISO 8601 with days, hours, minutes and seconds, such as
\`PT30M\` or \`P1DT2H\`; a day is 24 hours. Bodies are JSON in UTF-8, of ${limits.bodyBytes / 1000} kB and ${limits.bodyDepth} levels at most. In free-form objects a
number that a double cannot hold is refused with \`NUMBER_NOT_EXACT\`; send it as a string. Fields a request does not know are
ignored unless said otherwise or the request has \`Prefer: handling=strict\`, and responses may gain fields. Responses over 1 kB are compressed (\`br\`, \`gzip\`) for clients
that ask for it. A request has at most ${limits.headerFields} header fields.

Paths are taken with and without a slash at the end. In a query \`name[]\` and \`name[0]\` are other spellings of \`name\`, a
parameter with an empty value is one that is absent, and listed values are read in any case.`
