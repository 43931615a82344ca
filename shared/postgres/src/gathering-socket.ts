import { Socket } from 'node:net'

/**
 * A connection that sends what is written in one turn of the event loop in one piece. A call to the operating system
 * costs as much as some of the statements it carries.
 */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => {
      super.uncork()
    })
  }
}
