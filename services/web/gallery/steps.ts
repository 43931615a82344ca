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

/** Types into a field. */
export async function type(id: string, value: string): Promise<void> {
  await drawn()
  const field = document.querySelector<HTMLInputElement>(`#${id}`)
  if (!field) throw new Error(`there is no field ${id}`)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await drawn()
}
