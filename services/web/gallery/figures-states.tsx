import type { DeskApi } from '../src/desk/api/desk-api.ts'
import { TeamTooLarge } from '../src/desk/api/team-too-large.ts'
import type { FiguresApi } from '../src/desk/figures/figures-api.ts'
import { desk, failing } from './desk-states.tsx'
import { someFigures } from './figures-fakes.ts'
import type { State } from './state.ts'
import { pressIn } from './steps.ts'

const figures = (query: Record<string, string> = {}, api: Partial<FiguresApi> = {}, then?: State['then']) =>
  desk({ view: 'figures', query }, { api: { figures: someFigures(api) } }, then)
const empty = () => Promise.resolve({ rows: [] })
const unread = failing(503)
const tooLarge = () => Promise.reject(new TeamTooLarge())
const someTeamsFail: Partial<DeskApi> = {
  teams: () => Promise.resolve(['North', 'South', 'East'].map((name) => ({ id: name.toLowerCase(), name }))),
  teamAgents: (id) => {
    if (id === 'north') return tooLarge()
    return id === 'south' ? unread() : Promise.resolve(['ben'])
  },
}
const manyTeams: Partial<DeskApi> = {
  teams: () =>
    Promise.resolve(Array.from({ length: 25 }, (_, at) => ({ id: `${at}`, name: `Team ${at + 1}` }))),
  teamAgents: () => Promise.resolve(['ben']),
}

/** Every state of the figures. */
export const figuresStates: Record<string, State> = {
  'desk/figures': figures(),
  'desk/figures of 92 days': figures({ period: 'last92' }),
  'desk/figures of a week by team': figures({ period: 'last7', team: 'north', late: 'team' }),
  'desk/figures by team, some are missing': desk(
    { view: 'figures', query: { late: 'team' } },
    { api: { figures: someFigures(), ...someTeamsFail } },
  ),
  'desk/figures by team, not all are shown': desk(
    { view: 'figures', query: { late: 'team' } },
    { api: { figures: someFigures(), ...manyTeams } },
  ),
  'desk/figures of a team that is too large': desk(
    { view: 'figures', query: { team: 'north' } },
    { api: { figures: someFigures(), teamAgents: tooLarge } },
  ),
  'desk/figures as tables': figures({}, {}, async () => {
    for (const index of [0, 1, 2, 3]) await pressIn('main section .button:not([name=csv])', index)
  }),
  'desk/figures of no appointments': figures({}, { appointments: empty, messages: empty }),
  'desk/figures without a period': figures({ period: 'between' }),
  'desk/figures of too many days': figures({ period: 'between', from: '2000-01-01', to: '2000-12-31' }),
  'desk/figures of reversed days': figures({ period: 'between', from: '2000-01-02', to: '2000-01-01' }),
  'desk/figures are loading': figures({}, { appointments: () => new Promise<never>(() => undefined) }),
  'desk/figures cannot be read': figures({}, { appointments: unread, messages: unread }),
  'desk/figures for an agent': desk({ view: 'figures' }, { roles: ['ROLE_AGENT'] }),
}
