import type { SocketConstructorOpts } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, credentials, IllegalOperationError } from 'amqplib'
import type { Channel, ChannelModel } from 'amqplib'
import { within, type Log, type Secret } from '@appointments/runtime'
import { reasonOf } from '../reasons.ts'

const HEARTBEAT_S = 5
const HANDSHAKE_LIMIT_MS = 5_000
const BUILD_LIMIT_MS = 30_000
const CLOSE_LIMIT_MS = 2_000
/**
 * Time limit for closing a channel while the connection is in use. A broker that is recovering its queues needs less.
 */
const END_LIMIT_MS = 5_000
const RECONNECT = { initialDelay: 200, maxDelay: 5_000, factor: 2, jitter: 0.2 }
const REBUILD_FIRST_MS = 100
const REBUILD_LONGEST_MS = 5_000

/** A channel with a purpose, such as a consumer. */
export interface Part<C extends Channel> {
  label: string
  open: (model: ChannelModel) => Promise<C>
  build: (channel: C, model: ChannelModel) => Promise<void>
  /** Called when the channel has closed; its deliveries and confirms can no longer be settled. */
  lost?: () => void
}

export interface Kept {
  release: () => Promise<void>
}

/** A connection that reconnects, and the channels that are rebuilt with it. */
export interface Link {
  /** The live connection, if any. */
  model: () => ChannelModel | undefined
  /** True while the broker accepts no messages (disk or memory alarm). */
  isBlocked: () => boolean
  /** Resolves after the first attempt to build the part; further attempts follow in the background until it is released. */
  keep: <C extends Channel>(part: Part<C>) => Promise<Kept>
  close: () => Promise<void>
}

/** A channel whose errors do not end the process; its owner listens for `close`. */
export const openChannel = async (model: ChannelModel): Promise<Channel> => {
  const channel = await model.createChannel()
  channel.on('error', () => {})
  return channel
}

/** Resolves when a channel is closed. amqplib never settles its own promise if the connection breaks meanwhile. */
export const closeChannel = (channel: Channel): Promise<void> =>
  new Promise((resolve, reject) => {
    channel.once('close', resolve)
    channel.close().then(resolve, reject)
  })

const socketOf = (model: ChannelModel): Duplex => (model.connection as unknown as { stream: Duplex }).stream

/** Ends a connection by destroying its socket, because amqplib's `close` would wait for a silent broker forever. */
const sever = (model: ChannelModel): Promise<void> =>
  new Promise((resolve) => {
    const socket = socketOf(model)
    if (socket.destroyed) {
      resolve()
      return
    }
    socket.once('close', () => resolve())
    socket.destroy(new Error('The connection was cut'))
  })

/**
 * Closes a channel whose purpose has failed. If the broker does not confirm that, it still counts the channel's
 * consumers and their messages as active, and only the end of the connection frees them.
 */
export const endChannel = (model: ChannelModel, channel: Channel): Promise<void> =>
  within(END_LIMIT_MS, 'Closing a channel', closeChannel(channel)).catch((error: unknown) =>
    error instanceof IllegalOperationError ? undefined : sever(model),
  )

/**
 * Runs before amqplib watches the connection for loss. A connection that breaks here would never be noticed, so this
 * ends with a check that the broker responds.
 */
const setup = async (model: ChannelModel): Promise<void> => {
  model.on('error', () => {})
  const state = { gone: false }
  model.once('close', () => {
    state.gone = true
    // a half-closed socket to a silent broker would keep the process alive
    setTimeout(() => socketOf(model).destroy(), CLOSE_LIMIT_MS).unref()
  })
  try {
    await within(HANDSHAKE_LIMIT_MS, 'The first channel', openChannel(model).then(closeChannel))
  } catch (error) {
    await sever(model)
    throw error
  }
  if (state.gone) throw new Error('The connection was lost immediately')
}

const withHeartbeat = (url: string): string => {
  const parsed = new URL(url)
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_S))
  return parsed.href
}

/** amqplib keeps the address of its first connection but reads the credentials again for every further one. */
const credentialsIn = (url: Secret) => ({
  mechanism: 'PLAIN',
  response() {
    const { username, password } = new URL(url.current())
    const isGuest = username === '' && password === ''
    return credentials
      .plain(
        isGuest ? 'guest' : decodeURIComponent(username),
        isGuest ? 'guest' : decodeURIComponent(password),
      )
      .response()
  },
})

/** Opens a connection that reconnects by itself. Resolves when it is up or the first attempt has failed. */
export const openLink = async (url: Secret, name: string, log: Log): Promise<Link> => {
  const ending = new AbortController()
  /** An option of Node's sockets that amqplib passes on but does not declare. */
  const endedWith: Pick<SocketConstructorOpts, 'signal'> = { signal: ending.signal }
  const connection = await connect(withHeartbeat(url.current()), {
    ...endedWith,
    credentials: credentialsIn(url),
    timeout: HANDSHAKE_LIMIT_MS,
    noDelay: true,
    clientProperties: { connection_name: name },
    recovery: { ...RECONNECT, waitForConnect: false, setup },
  })
  const wake = new Set<() => void>()
  let current: ChannelModel | undefined
  let blocked = false
  let closed = false

  connection.on('error', () => {})
  connection.on('handler-error', (error: Error) =>
    log.error({ name, reason: error.message }, 'a listener threw'),
  )
  connection.on('connect', (model) => {
    current = model
    blocked = false
    log.info({ name }, 'connected to the message broker')
    for (const rouse of wake) rouse()
  })
  connection.on('disconnect', (error) => {
    current = undefined
    if (!closed) log.warn({ name, reason: error.message }, 'lost the message broker')
  })
  connection.on('connect-failed', (error) => {
    if (!closed) log.warn({ name, reason: error.message }, 'the message broker is unreachable')
  })
  connection.on('blocked', () => {
    blocked = true
    log.warn({ name }, 'the message broker accepts no messages (resource alarm)')
  })
  connection.on('unblocked', () => (blocked = false))

  const notReady = (label: string, error: unknown): void => {
    if (!closed) log.warn({ name, label, reason: reasonOf(error) }, 'a channel could not be set up')
  }

  const keep = async <C extends Channel>({ label, open, build, lost }: Part<C>): Promise<Kept> => {
    let channel: C | undefined
    let failures = 0
    let timer: NodeJS.Timeout | undefined
    let released = false
    let attempts = Promise.resolve()

    const again = (): void => {
      if (released || closed || timer) return
      const delayMs = Math.min(REBUILD_LONGEST_MS, REBUILD_FIRST_MS * 2 ** failures)
      timer = setTimeout(start, delayMs).unref()
    }

    const attempt = async (): Promise<void> => {
      const model = current
      if (!model || channel || released || closed) return
      let opened: C | undefined
      const ended = (): void => {
        if (!opened || channel !== opened) return
        channel = undefined
        lost?.()
        again()
      }
      try {
        opened = await within(BUILD_LIMIT_MS, `Opening ${label}`, open(model))
        channel = opened
        opened.on('error', (error) => log.warn({ name, label, reason: error.message }, 'channel error'))
        opened.once('close', ended)
        await within(BUILD_LIMIT_MS, `Building ${label}`, build(opened, model))
        failures = 0
      } catch (error) {
        failures += 1
        notReady(label, error)
        if (opened) void endChannel(model, opened)
        ended()
        again()
      }
    }

    const start = (): void => {
      clearTimeout(timer)
      timer = undefined
      attempts = attempts.then(attempt)
    }

    const rouse = (): void => {
      failures = 0
      start()
    }
    wake.add(rouse)
    start()
    await attempts

    return {
      release: async () => {
        released = true
        wake.delete(rouse)
        clearTimeout(timer)
        const closing = channel?.close() ?? Promise.resolve()
        await within(CLOSE_LIMIT_MS, `Closing ${label}`, closing).catch(() => {})
      },
    }
  }

  await new Promise<void>((resolve) => {
    connection.once('connect', () => resolve())
    connection.once('connect-failed', () => resolve())
  })

  return {
    model: () => current,
    isBlocked: () => blocked,
    keep,
    close: async () => {
      closed = true
      wake.clear()
      await within(CLOSE_LIMIT_MS, 'Closing the connection', connection.close()).catch(() => {})
      // Also ends a connection that is being opened: amqplib does not wait for it, and has no listener for its errors.
      ending.abort()
      current = undefined
    },
  }
}
