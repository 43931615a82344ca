// A mail server that accepts everything at once and counts it, so that it costs as little as possible. It announces its
// port, and responds to each further message of its parent with its counts.
import { createServer } from 'node:net'

const END = '\r\n.\r\n'
const counted = { mails: 0, lastAt: 0 }

const server = createServer((socket) => {
  let unread = ''
  let readsMail = false

  /** Handles the next command or mail; false if it is not complete. */
  const next = () => {
    const end = unread.indexOf(readsMail ? END : '\r\n')
    if (end < 0) return false
    const line = readsMail ? '' : unread.slice(0, 4).toUpperCase()
    unread = unread.slice(end + (readsMail ? END.length : 2))
    if (readsMail) {
      counted.mails += 1
      counted.lastAt = Date.now()
    }
    readsMail = line === 'DATA'
    socket.write(readsMail ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
    return true
  }
  socket.setEncoding('latin1').setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    unread += chunk
    while (next());
    // the text of a mail is not kept, except for its last bytes, which may begin the end marker
    if (readsMail) unread = unread.slice(1 - END.length)
  })
  socket.write('220 sink\r\n')
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('message', () => process.send(counted))
process.on('disconnect', () => process.exit())
