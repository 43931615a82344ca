/** Waits until the page has drawn what changed. */
export const drawn = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** Presses a button of the page: the first with this place among those in view. */
export async function press(index: number): Promise<void> {
  await drawn()
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')].filter((one) =>
    one.checkVisibility(),
  )
  buttons[index]?.click()
  await drawn()
}

/** Presses what a selector finds: the one with this place. */
export async function pressIn(selector: string, index = 0): Promise<void> {
  await drawn()
  const found = document.querySelectorAll<HTMLElement>(selector)[index]
  if (!found) throw new Error(`there is no ${selector} at ${index}`)
  found.focus()
  found.click()
  await drawn()
}

/** Ticks a box. */
export const tick = (id: string): Promise<void> => pressIn(`#${id}`)

/** Types into a field. */
export async function type(id: string, value: string): Promise<void> {
  await drawn()
  const field = document.querySelector<HTMLInputElement>(`#${id}`)
  if (!field) throw new Error(`there is no field ${id}`)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await drawn()
}

/** Presses the first visible element that a selector finds on the page. */
export async function pressOn(selector: string): Promise<void> {
  await drawn()
  const found = [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].find((one) =>
    one.checkVisibility(),
  )
  if (!found) throw new Error(`there is no ${selector}`)
  found.focus()
  found.click()
  await drawn()
}
