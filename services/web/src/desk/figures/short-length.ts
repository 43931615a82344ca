const SECOND = ['second', 1] as const
const units = [
  ['hour', 3600],
  ['minute', 60],
] as const

/** A length in its largest unit: `40 sec`, `3.5 min`, `2 hr`. */
export function shortLength(seconds: number, locale: string): string {
  const [unit, size] = units.find(([, least]) => seconds >= least) ?? SECOND
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: seconds < 60 ? 0 : 1,
  }).format(seconds / size)
}
