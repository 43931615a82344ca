/** An arrow that points to the next or the previous page, in the direction of the text. */
export const Arrow = ({ isBack = false }: { isBack?: boolean }) => (
  <svg class={isBack ? 'arrow back' : 'arrow'} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path
      d="M9 5l7 7-7 7"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
)
