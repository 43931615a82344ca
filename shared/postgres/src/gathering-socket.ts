import { Socket } from 'node:net'

/**
 * A connection that sends all writes of one turn of the event loop together, because a system call costs as much as some
 * of the statements in it.
 */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => {
      super.uncork()
    })
  }
}
