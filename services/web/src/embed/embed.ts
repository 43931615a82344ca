/*
 * A booking page as part of another site:
 *
 *   <script async src="https://…/embed.js"></script>
 *   <appointments-booking application="…" service="…" lang="…"></appointments-booking>
 *
 * The element dispatches `ready`, `step` ({step}), `booked` ({appointmentId, start}) and `resize` ({height}).
 */

/** A page that has not loaded after this time will not load, for example because this site may not show it. */
const PATIENCE_MS = 5000
const FIRST_HEIGHT = 640

const texts: Record<string, readonly [string, string] | undefined> & { en: readonly [string, string] } = {
  en: ['Book an appointment', 'Book on our website'],
  de: ['Termin buchen', 'Auf unserer Website buchen'],
  fr: ['Prendre rendez-vous', 'Réserver sur notre site'],
}

/** A message of the booking page. */
interface Message {
  type: 'ready' | 'step' | 'booked' | 'resize'
  detail: { height?: number }
}

const base = new URL('.', (document.currentScript as HTMLScriptElement).src)

class AppointmentsBooking extends HTMLElement {
  private frame: HTMLIFrameElement | undefined
  private timer = 0

  private readonly listen = ({ source, origin, data }: MessageEvent<Message>) => {
    if (!this.frame || source !== this.frame.contentWindow || origin !== base.origin) return
    const { type, detail } = data
    if (type === 'ready') clearTimeout(this.timer)
    if (type === 'resize') this.frame.style.height = `${detail.height ?? FIRST_HEIGHT}px`
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }))
  }

  connectedCallback() {
    const language = this.getAttribute('lang')
    const [title, link] = texts[(language ?? navigator.language).slice(0, 2)] ?? texts.en
    const names = [this.getAttribute('application') ?? '', this.getAttribute('service') ?? '']
    const path = names.filter(Boolean).map(encodeURIComponent).join('/')
    const address = new URL(`book/${path}`, base)
    if (language !== null) address.searchParams.set('lang', language)
    const shown = new URL(address)
    shown.searchParams.set('embed', '1')
    shown.searchParams.set('origin', location.origin)

    const frame = document.createElement('iframe')
    frame.title = title
    frame.src = shown.href
    frame.referrerPolicy = 'no-referrer'
    Object.assign(frame.style, { width: '100%', height: `${FIRST_HEIGHT}px`, border: '0', display: 'block' })
    this.frame = frame
    this.replaceChildren(frame)
    addEventListener('message', this.listen)
    this.timer = window.setTimeout(() => {
      const anchor = document.createElement('a')
      anchor.href = address.href
      anchor.target = '_blank'
      anchor.rel = 'noopener'
      anchor.textContent = link
      this.replaceChildren(anchor)
    }, PATIENCE_MS)
  }

  disconnectedCallback() {
    clearTimeout(this.timer)
    removeEventListener('message', this.listen)
  }
}

if (!customElements.get('appointments-booking'))
  customElements.define('appointments-booking', AppointmentsBooking)
