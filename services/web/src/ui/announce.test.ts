import { expect, it, onTestFinished, vi } from 'vitest'
import { announce } from './announce.ts'

it('announces the same text again', () => {
  vi.useFakeTimers()
  const texts: string[] = []
  const status = {
    get textContent() {
      return texts.at(-1) ?? ''
    },
    set textContent(text: string) {
      texts.push(text)
    },
  }
  vi.stubGlobal('document', { getElementById: () => status })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  for (const text of ['Moved', 'Moved']) {
    announce(text)
    vi.runAllTimers()
  }
  expect(texts).toEqual(['Moved', '', 'Moved'])
})
