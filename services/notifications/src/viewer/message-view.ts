import { html, nothing, trusted, escaped, type Markup } from './html.ts'
import { readableInvite } from './readable-invite.ts'
import type { SeenMessage } from '../messages/seen-message.ts'

export const CHANNEL_NAMES = { EMAIL: 'E-mail', SMS: 'SMS', WEBHOOKS: 'Webhook' } as const

const ICONS = {
  EMAIL: '<path d="M2.5 4.5h11v7.5h-11z"/><path d="m2.5 5 5.5 4 5.5-4"/>',
  SMS: '<path d="M3 3.5h10v7H7l-3 2.5v-2.5H3z"/>',
  WEBHOOKS: '<path d="m5.5 4.5-3.5 3.5 3.5 3.5"/><path d="m10.5 4.5 3.5 3.5-3.5 3.5"/>',
}

/** The icon of a channel. */
export const glyph = (channel: SeenMessage['channel']): Markup =>
  html`<span class="glyph" title="${CHANNEL_NAMES[channel]}"
    ><svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-linejoin="round"
      stroke-linecap="round"
      aria-hidden="true"
    >
      ${trusted(ICONS[channel])}
    </svg></span
  >`

/** The one-line title of a message. */
export function titleOf({ mail, text, webhook, type }: SeenMessage): string {
  if (mail) return mail.subject
  if (text) return text.body
  return webhook ? eventNameOf(webhook.body) : type
}

function eventNameOf(body: string): string {
  const { type } = JSON.parse(body) as { type?: string }
  return type ?? 'webhook'
}

/** Whether the message has a problem worth a look. */
export const hasFault = ({ outcome, signatureValid }: SeenMessage): boolean =>
  signatureValid === false || (outcome !== undefined && !['delivered', 'submitted'].includes(outcome.kind))

/** A message in full. */
export function messageView(message: SeenMessage): Markup {
  const { channel, type, mail, text, webhook } = message
  const title = text ? `To ${message.to}` : titleOf(message)
  return html`<p class="kind">
      ${CHANNEL_NAMES[channel]} · ${type} · <time datetime="${message.at}" data-full>${message.at}</time>
    </p>
    <h2>${title}</h2>
    <ul class="chips">
      ${chipsOf(message)}
    </ul>
    ${mail ? mailView(message, mail) : nothing} ${text ? textView(text) : nothing}
    ${webhook ? webhookView(webhook) : nothing}`
}

const chip = (tone: 'good' | 'bad' | 'wait' | '', words: string) =>
  html`<li class="chip ${tone}">${words}</li>`

function chipsOf({ outcome, signatureValid, attempt, expiresAt, mail }: SeenMessage): Markup[] {
  const detail = [outcome?.providerStatus, outcome?.message].filter(Boolean).join(' · ')
  const outcomeChip = {
    delivered:
      outcome?.providerStatus === 'LOCAL'
        ? chip('', 'Shown only here, not sent')
        : chip('good', `Delivered · ${detail}`),
    submitted: chip('good', `Accepted by the provider · ${detail}`),
    transient: chip('wait', `Will be retried · ${detail}`),
    unknown: chip('wait', `May have arrived · ${detail}`),
    unavailable: chip('wait', `Waiting · ${detail}`),
    permanent: chip('bad', `Rejected · ${detail}`),
  }
  return [
    ...(outcome ? [outcomeChip[outcome.kind]] : []),
    ...(signatureValid === undefined
      ? []
      : [signatureValid ? chip('good', 'Signature valid') : chip('bad', 'Signature not valid')]),
    ...(attempt !== undefined && attempt > 1 ? [chip('', `Attempt ${attempt}`)] : []),
    ...(mail?.invite === undefined ? [] : [chip('', 'Calendar invite')]),
    ...(expiresAt === undefined ? [] : [chip('', 'Kept in memory only')]),
  ]
}

function mailView(message: SeenMessage, mail: NonNullable<SeenMessage['mail']>): Markup {
  const tab = (id: string, label: string, content: Markup, isFirst = false) =>
    html`<input type="radio" name="part" id="part-${id}" ${isFirst && trusted('checked')} />
      <label for="part-${id}">${label}</label>
      <div class="panel">${content}</div>`
  // a sandbox without scripts; links open in a new tab
  const frame = html`<iframe
    title="HTML part"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    srcdoc="${mail.html.replaceAll('<a ', '<a target="_blank" rel="noopener" ')}"
  ></iframe>`
  return html`<dl class="facts">
      <dt>From</dt>
      <dd>${mail.from}</dd>
      <dt>To</dt>
      <dd>${message.to}</dd>
      <dt>Message-ID</dt>
      <dd>${mail.messageId}</dd>
    </dl>
    <div class="tabs">
      ${tab('html', 'Mail', frame, true)} ${tab('text', 'Text part', html`<pre>${linked(mail.text)}</pre>`)}
      ${mail.invite === undefined ? nothing : tab('invite', 'Invite', inviteView(mail.invite))}
    </div>`
}

function inviteView(content: string): Markup {
  const { summary, when, facts } = readableInvite(content)
  return html`<div class="invite">
      <h3>${summary}</h3>
      <p class="when">${when}</p>
      <dl class="facts">
        ${facts.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
    </div>
    <details>
      <summary>invite.ics</summary>
      <pre>${content.trim()}</pre>
    </details>`
}

function textView({ from, body }: NonNullable<SeenMessage['text']>): Markup {
  const { characters, parts, alphabet } = smsSize(body)
  return html`<div class="paper phone">
    <div class="bubble">${linked(body)}</div>
    <p>
      from ${from} · ${characters} characters, ${parts === 1 ? 'one part' : `${parts} parts`} (${alphabet})
    </p>
  </div>`
}

// the GSM 03.38 alphabet; any other character makes the whole message UCS-2
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/

function smsSize(body: string): { characters: number; parts: number; alphabet: string } {
  const isGsm = GSM.test(body)
  const length = isGsm ? body.length + (body.match(/[\^{}\\[~\]|€]/g)?.length ?? 0) : body.length
  const [single, part] = isGsm ? [160, 153] : [70, 67]
  return {
    characters: body.length,
    parts: length <= single ? 1 : Math.ceil(length / part),
    alphabet: isGsm ? 'GSM-7' : 'UCS-2',
  }
}

const webhookView = ({ url, headers, body }: NonNullable<SeenMessage['webhook']>): Markup =>
  html`<dl class="facts">
      <dt>POST</dt>
      <dd>${url}</dd>
    </dl>
    <h3 class="part">Headers</h3>
    <div class="paper">
      <table>
        ${headers.map(
          ([name, value]) =>
            html`<tr>
              <td>${name}</td>
              <td>${value}</td>
            </tr>`,
        )}
      </table>
    </div>
    <h3 class="part">Body</h3>
    <div class="paper"><pre>${coloured(body)}</pre></div>`

/** Indented JSON with syntax colours. */
function coloured(body: string): Markup {
  const lines = JSON.stringify(JSON.parse(body), null, 2)
  return trusted(
    escaped(lines).replaceAll(
      /(&quot;(?:\\.|(?!&quot;).)*?&quot;)(\s*:)?|\b(?:true|false|null|-?\d+(?:\.\d+)?)\b/g,
      (whole: string, string: string | undefined, colon: string | undefined) =>
        string === undefined
          ? `<span class="value">${whole}</span>`
          : colon === undefined
            ? `<span class="text">${string}</span>`
            : `<span class="key">${string}</span>${colon}`,
    ),
  )
}

/** Text with clickable links. */
const linked = (text: string): Markup =>
  trusted(
    escaped(text).replaceAll(
      /https?:\/\/[^\s<]+[^\s<.,;:)]/g,
      (link) => `<a href="${link}" target="_blank" rel="noopener">${link}</a>`,
    ),
  )
