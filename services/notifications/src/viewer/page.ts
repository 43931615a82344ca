import { createHash, randomBytes } from 'node:crypto'
import { notificationChannels, type NotificationChannel } from '@appointments/contracts'
import { html, nothing, trusted, type Markup } from './html.ts'
import { glyph, hasFault, messageView, titleOf } from './message-view.ts'
import { script } from './script.ts'
import type { SeenMessage } from '../messages/seen-message.ts'
import { style } from './style.ts'

interface Chosen {
  channel?: string | undefined
  /** Id of the selected message. */
  open?: string | undefined
}

/** The viewer's page and its content security policy. */
export function viewerPage(
  messages: readonly SeenMessage[],
  chosen: Chosen,
): { html: string; policy: string } {
  const channel = notificationChannels.find((one) => one === chosen.channel)
  const shown = messages.filter((message) => channel === undefined || message.channel === channel)
  const open = messages.find(({ id }) => id === chosen.open)
  const nonce = randomBytes(16).toString('base64')
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Messages</title>
        <link rel="icon" href="data:," />
        <style>
          ${trusted(style)}
        </style>
      </head>
      <body>
        <div class="shell${open ? ' opened' : ''}">
          <nav class="side" aria-label="Messages">
            <div class="top">
              <h1>Messages</h1>
              <p>What customers and their systems get from here</p>
              ${live('filters', filtersOf(messages, channel), 'div', 'filters')}
            </div>
            ${live(
              'list',
              shown.map((message) => listed(message, channel, open?.id)),
              'ul',
              'list',
            )}
          </nav>
          <main>
            <div class="sheet">
              ${
                open
                  ? html`<a class="back" href="${linkTo(channel)}">← All messages</a>${messageView(open)}`
                  : live('start', [messages.length === 0 ? firstSteps : chooseOne], 'div', 'empty')
              }
            </div>
          </main>
        </div>
        <script nonce="${nonce}">
          ${trusted(script)}
        </script>
      </body>
    </html>`
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html: page.markup, policy }
}

/** A part of the page that the script replaces if it has changed. */
function live(id: string, content: Markup[], tag: 'div' | 'ul', className: string): Markup {
  const inner = content.map(({ markup }) => markup).join('')
  const digest = createHash('sha256').update(inner).digest('base64url').slice(0, 16)
  return trusted(`<${tag} class="${className}" id="${id}" data-live="${digest}">${inner}</${tag}>`)
}

const linkTo = (channel: NotificationChannel | undefined, open?: string): string => {
  const query = new URLSearchParams({
    ...(channel && { channel }),
    ...(open !== undefined && { open }),
  }).toString()
  return query === '' ? '?' : `?${query}`
}

function filtersOf(messages: readonly SeenMessage[], chosen: NotificationChannel | undefined): Markup[] {
  const filter = (channel: NotificationChannel | undefined, label: string) => {
    const count = messages.filter((message) => channel === undefined || message.channel === channel).length
    return html`<a href="${linkTo(channel)}" ${channel === chosen && trusted('aria-current="true"')}
      >${label} <span>${count}</span></a
    >`
  }
  const plural = { EMAIL: 'E-mail', SMS: 'SMS', WEBHOOKS: 'Webhooks' }
  return [
    filter(undefined, 'All'),
    ...notificationChannels.map((channel) => filter(channel, plural[channel])),
  ]
}

const listed = (
  message: SeenMessage,
  channel: NotificationChannel | undefined,
  open: string | undefined,
): Markup =>
  html`<li>
    <a href="${linkTo(channel, message.id)}" ${message.id === open && trusted('aria-current="true"')}>
      ${glyph(message.channel)}
      <span class="line">
        <span class="line title" style="display:block">${titleOf(message)}</span>
        <span class="line sub" style="display:block"
          >${hasFault(message) ? html`<span class="fault">${faultOf(message)} · </span>` : nothing}${placeOf(message)}</span
        >
      </span>
      <time datetime="${message.at}">${message.at.slice(11, 16)}</time>
    </a>
  </li>`

const placeOf = ({ webhook, to }: SeenMessage): string => (webhook ? new URL(webhook.url).host : to)

const faultOf = ({ outcome, signatureValid }: SeenMessage): string =>
  signatureValid === false ? 'signature' : (outcome?.providerStatus ?? outcome?.kind ?? '')

const chooseOne = html`<h2>Nothing open</h2>
  <p>Choose a message to see it as its recipient does. New ones appear automatically.</p>`

const firstSteps = html`<h2>No messages yet</h2>
  <p>
    Schedule an appointment for an application whose notifications are active. Messages appear here
    automatically.
  </p>`
