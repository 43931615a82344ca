import { expect, it } from 'vitest'
import type { Call } from './call.ts'
import { MOST_AGENTS, TeamTooLarge } from './team-too-large.ts'
import { createDeskApi } from './desk-api.ts'

it('reads the members of a team from all pages of the directory', async () => {
  const asked: string[] = []
  const call = ((path: string) => {
    asked.push(path)
    const page = new URLSearchParams(path.split('?')[1]).get('pageNumber')
    return Promise.resolve({ content: [{ id: `first-of-${page}` }, { id: `last-of-${page}` }], pageCount: 3 })
  }) as Call
  expect(await createDeskApi(call).teamAgents('north')).toEqual(
    ['1', '2', '3'].flatMap((page) => [`first-of-${page}`, `last-of-${page}`]),
  )
  expect(asked).toHaveLength(3)
  expect(new Set(asked.map((path) => new URLSearchParams(path.split('?')[1]).get('teamId')))).toEqual(
    new Set(['north']),
  )
})

it.each([
  [0, false],
  [1, true],
])('with %d agents more than a request may name, a team is too large: %s', async (more, isTooLarge) => {
  const content = Array.from({ length: MOST_AGENTS + more }, (_, index) => ({ id: `agent-${index}` }))
  const call = (() => Promise.resolve({ content, pageCount: 1 })) as unknown as Call
  const members = createDeskApi(call).teamAgents('north')
  if (isTooLarge) await expect(members).rejects.toBeInstanceOf(TeamTooLarge)
  else expect(await members).toHaveLength(MOST_AGENTS)
})

it('asks for the steps of mails and SMS only, because those of webhooks could fill the page', async () => {
  const asked: string[] = []
  const call = ((path: string) => {
    asked.push(path)
    return Promise.resolve({ content: [] })
  }) as Call
  await createDeskApi(call).messageSteps('ada')
  expect(new URLSearchParams(asked[0]?.split('?')[1]).get('channel')).toBe('EMAIL,SMS')
})
