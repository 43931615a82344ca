const aboutWebhooks = `A webhook is a signed POST to an address that an integrator registered. It names people by their ids; contact data
and the URL of the room are included only if the endpoint requests them. Deliveries may be repeated and may arrive out of
order: \`webhook-id\` identifies a delivery, and \`data.appointment.revision\` shows which one is newer. The revision of a
planned webhook, such as a reminder, does not: it is the version for which the webhook was planned.`

/** Information about webhooks for integrators, as Markdown. */
export const webhooksIntroduction = `Webhooks for integrators.

${aboutWebhooks}`

/** Information about all messages, as Markdown. */
export const eventsIntroduction = `Events between the services, and webhooks for integrators.

## Events

Events are CloudEvents 1.0 in JSON on a durable topic exchange; the routing key is the type. \`subject\` is the appointment
or application that an event is about. Each event carries the complete snapshot of the owner, with a version that only
increases: a subscriber ignores events with a known \`id\` and snapshots older than the one it has. Order and repetition
therefore do not matter.

Every service has a quorum queue with its own name, a queue for each retry delay, and one for dead letters with their
reasons. If a message has \`replyTo\`, the subscriber sends a reply there once it has stored the effects of the message.

## Webhooks

${aboutWebhooks}`
