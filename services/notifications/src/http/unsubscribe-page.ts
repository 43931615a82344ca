/** The page contains a form only and loads nothing. */
export const UNSUBSCRIBE_PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
}

const stop = `<title>Reminders by e-mail</title>
<form method="post"><button name="wanted" value="unsubscribe">No more reminders by e-mail</button></form>`

const start = `<title>Reminders by e-mail</title>
<p>You receive no more reminders by e-mail.</p>
<form method="post"><button name="wanted" value="subscribe">Send reminders again</button></form>`

/** The page at a link to unsubscribe, for a gateway without a web service. It needs neither a stylesheet nor a script. */
export const unsubscribePage = (isStopped: boolean): string => `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
${isStopped ? start : stop}
</html>`
