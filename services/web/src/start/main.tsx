import { render } from 'preact'
import { settings } from '../api/settings.ts'
import '../ui/base.css'
import { StartPage } from './start-page.tsx'

const place = document.getElementById('page')
if (place) {
  place.replaceChildren()
  render(
    <StartPage
      root={settings.root()}
      hasViewer={settings.hasViewer()}
      hasDesk={settings.hasDesk()}
      demo={settings.demo()}
    />,
    place,
  )
}
