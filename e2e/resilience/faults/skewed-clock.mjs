// Preloaded into a service (`node --import`), it moves that process's clock by CLOCK_OFFSET_MS once it gets SIGUSR2.
let offset = 0
process.on('SIGUSR2', () => (offset = Number(process.env.CLOCK_OFFSET_MS)))
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset)
    else super(...given)
  }
  static now() {
    return RealDate.now() + offset
  }
}
