/** Waits until the page has drawn its changes. */
export const drawn = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** The code of a view is loaded when it is first shown, which takes some frames. */
const MOST_FRAMES = 300

/** Waits until `find` finds something. @throws Error if it finds nothing for 300 frames */
export async function untilFound<Found>(find: () => Found | null | undefined, name: string): Promise<Found> {
  for (let frames = 0; frames < MOST_FRAMES; frames++) {
    const found = find()
    if (found) return found
    await drawn()
  }
  throw new Error(`there is no ${name}`)
}

/** Presses a button of the page. @param index position among the visible buttons */
export async function press(index: number): Promise<void> {
  await drawn()
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')].filter((one) =>
    one.checkVisibility(),
  )
  buttons[index]?.click()
  await drawn()
}

/** Presses an element that a selector finds. @param index position among the found elements */
export async function pressIn(selector: string, index = 0): Promise<void> {
  await drawn()
  const found = await untilFound(
    () => document.querySelectorAll<HTMLElement>(selector)[index],
    `${selector} at ${index}`,
  )
  found.focus()
  found.click()
  await drawn()
}

/** Ticks a box. */
export const tick = (id: string): Promise<void> => pressIn(`#${id}`)

/** Types into a field. */
export async function type(id: string, value: string): Promise<void> {
  await drawn()
  const field = await untilFound(() => document.querySelector<HTMLInputElement>(`#${id}`), `field ${id}`)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await drawn()
}

/** Presses the first visible element that a selector finds on the page. */
export async function pressOn(selector: string): Promise<void> {
  await drawn()
  const visible = () =>
    [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].find((one) => one.checkVisibility())
  const found = await untilFound(visible, selector)
  found.focus()
  found.click()
  await drawn()
}
