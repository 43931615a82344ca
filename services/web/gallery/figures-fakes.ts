import type { AppointmentFigures, FiguresApi } from '../src/desk/figures/figures-api.ts'
import { everyDay } from '../src/desk/figures/figures-period.ts'

const row = (key: string, booked: number, change: Partial<AppointmentFigures> = {}): AppointmentFigures => ({
  key,
  booked,
  cancelledByCustomer: booked % 5,
  cancelledByStaff: booked % 3,
  moved: booked % 4,
  completed: Math.max(0, booked - 9),
  noShow: booked % 2,
  failed: booked % 7 === 0 ? 1 : 0,
  ...change,
})

const late = (seconds: number) => ({ median: seconds, p90: seconds * 4 })
const asOf = () => new Date().toISOString()

/** Fake requests of the figures. */
export const someFigures = (change: Partial<FiguresApi> = {}): FiguresApi => ({
  appointments: ({ groupBy, from, to }) => {
    const byDay = () =>
      everyDay({ from, to }).flatMap((day, index) => (index % 7 > 4 ? [] : row(day, 12 + ((index * 7) % 11))))
    const rows =
      groupBy === 'day'
        ? byDay()
        : ['anna', 'ben', 'agent-7'].map((id, index) =>
            row(id, 20, {
              customerLateness: late(40 + index * 65),
              ...(index < 2 && { agentLateness: late(12 * index) }),
            }),
          )
    return Promise.resolve({ rows: groupBy === 'none' ? rows.slice(0, 1) : rows, asOf: asOf() })
  },
  messages: () =>
    Promise.resolve({
      rows: [
        { key: 'EMAIL', created: 420, delivered: 401, failed: 7, cancelled: 12 },
        { key: 'SMS', created: 210, delivered: 180, failed: 18, cancelled: 12 },
        { key: 'WEBHOOKS', created: 1630, delivered: 1630, failed: 0, cancelled: 0 },
      ],
      asOf: asOf(),
    }),
  ...change,
})
