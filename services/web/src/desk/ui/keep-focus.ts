/**
 * Call it after an action. If the element with the focus disappears, the focus moves to another element.
 * @param find the element; by default the heading of the view
 */
export function keepFocus(find?: () => HTMLElement | undefined): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  // the changes of the action are drawn first
  setTimeout(() => {
    if (document.activeElement === document.body) (find?.() ?? heading)?.focus()
  })
}
