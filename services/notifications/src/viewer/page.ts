import type { SeenMessage } from './seen-message.ts'
export const viewerPage = (
  messages: SeenMessage[],
  _chosen: { channel: string | undefined; open: string | undefined },
) => ({
  html: `<pre>${JSON.stringify(messages, null, 2).replaceAll('<', '&lt;')}</pre>`,
  policy: "default-src 'none'",
})
