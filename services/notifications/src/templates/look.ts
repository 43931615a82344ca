interface Link {
  label: string
  link: string
}

/** The company in a mail. Parts that the company has not set are empty. */
export interface Look {
  /** The logo replaces the name. */
  logos: { link: string; width: number; height: number }[]
  accent: string
  accentOnDark: string
  helpLabel: string
  help: (Link & { text: string })[]
  legal: Link[]
}

/** A mail without a company. */
export const plainLook: Look = {
  logos: [],
  accent: '#2448c7',
  accentOnDark: '#9db8ff',
  helpLabel: '',
  help: [],
  legal: [],
}
