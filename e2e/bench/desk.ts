import { deskFigures } from './desk-figures.ts'
import { deskReads } from './desk-reads.ts'
import { deskStreams } from './desk-streams.ts'
import { AHEAD, seedDesk } from './desk-seed.ts'
import type { Section } from './report.ts'
import { openStage, type Stage } from './stage.ts'

/** Appointments of the smaller and of the larger system. */
const [FEW = AHEAD, MANY = 1_000_000] = (process.env.BENCH_DESK_SIZES ?? '10000,1000000')
  .split(',')
  .map(Number)

/** Measures requests of people at a desk and of clients that follow changes. */
export async function desk(): Promise<Section> {
  const stages: Stage[] = []
  const open = async (appointments: number) => {
    const stage = await openStage({ isEmpty: true })
    stages.push(stage)
    await seedDesk(stage, appointments)
    return stage
  }
  try {
    const few = await open(FEW)
    const many = await open(MANY)
    return {
      title: `Desk: ${FEW} and ${MANY} appointments of one application`,
      figures: [...(await deskReads(few, many)), ...(await deskFigures(many)), ...(await deskStreams(few))],
    }
  } finally {
    for (const stage of stages) await stage.close()
  }
}
