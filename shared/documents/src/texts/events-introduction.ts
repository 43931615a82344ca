const aboutWebhooks = `A webhook is a signed POST to an address that an integrator registered. It names people by their ids; contact data
and the address of the room are included only if the endpoint asks for them. Deliveries may repeat and overtake each
other: \`webhook-id\` identifies a delivery, and \`data.appointment.revision\` tells which one is newer.`

/** What an integrator has to know about webhooks, as Markdown. */
export const webhooksIntroduction = `What integrators receive.

${aboutWebhooks}`

/** What holds for every message, as Markdown. */
export const eventsIntroduction = `What the services tell each other, and what integrators are told.

## Events

Events are CloudEvents 1.0 in JSON on a durable topic exchange; the routing key is the type. \`subject\` is the appointment
or application an event is about. Each carries the whole snapshot its owner publishes, with a version that only grows:
a subscriber drops what it has seen by \`id\`, and what is older than what it has by version. So order and repetition do
not matter.

Every service has one quorum queue of its own name, and beside it a queue for each retry delay and one for dead letters,
which hold the reason. A message with \`replyTo\` is answered there once the subscriber has stored what follows from it.

## Webhooks

${aboutWebhooks}`
