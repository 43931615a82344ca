import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { accentsOf } from '@appointments/contracts/accents'

const css = readFileSync(path.join(import.meta.dirname, 'base.css'), 'utf8')
/** The colours of a role in light and in dark. */
const tokens = (name: string) => new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)!.slice(1)

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const steps = Array.from({ length: 12 }, (_, index) => Math.round((index * 255) / 11))
const hex = (value: number) => value.toString(16).padStart(2, '0')
const colours = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${hex(red)}${hex(green)}${hex(blue)}`)),
)

it.each(['surface', 'raised', 'quiet', 'on-accent'])('every brand colour is readable with %s', (role) => {
  const [inLight = '', inDark = ''] = tokens(role)
  for (const colour of colours) {
    const { light, dark } = accentsOf(colour)!
    expect(contrast(light, inLight), `${colour} in light`).toBeGreaterThanOrEqual(4.5)
    expect(contrast(dark, inDark), `${colour} in dark`).toBeGreaterThanOrEqual(4.5)
  }
})

it('keeps a colour that is within the bounds', () => {
  expect(accentsOf('#1a3c8c')!.light).toBe('#1a3c8c')
  expect(accentsOf('#9db2ff')!.dark).toBe('#9db2ff')
})

it.each(['red', '#fff', '#12345g', 'url(x)', ''])('does not accept %s as a colour', (text) => {
  expect(accentsOf(text)).toBeUndefined()
})
