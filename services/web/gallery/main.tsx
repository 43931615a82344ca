import { render } from 'preact'
import { deskWords } from '../src/desk/desk-words.ts'
import { useLanguage } from '../src/text/words.ts'
import '../src/ui/base.css'
import { showBrand } from '../src/ui/brand.ts'
import { states } from './states.tsx'
import { drawn } from './steps.ts'

declare global {
  interface Window {
    /** Names of all states. */
    stateNames: () => string[]
    /** Whether the state was reached by acting on the page. */
    hasActed: boolean
    /** Draws a state in place of the previous one. */
    showState: (name: string) => Promise<void>
  }
}

window.stateNames = () => Object.keys(states)
window.showState = async (name) => {
  const place = document.getElementById('page')
  const state = states[name]
  if (!place || !state) throw new Error(`there is no state ${name}`)
  render(null, place)
  const address = new URL(location.href)
  address.searchParams.delete('embed')
  history.replaceState(null, '', address)
  showBrand({})
  await useLanguage({ more: deskWords })
  const content = await state.draw()
  place.replaceChildren()
  render(content, place)
  window.hasActed = state.then !== undefined && state.isQuiet !== true
  await state.then?.()
  await drawn()
}
