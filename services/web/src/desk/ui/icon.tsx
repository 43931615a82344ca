const paths = {
  today: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5M8 14h3',
  week: 'M4 5h16v15H4zM9.3 5v15M14.7 5v15',
  team: 'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  messages: 'M4 6h16v12H4zM4 7l8 6 8-6',
  figures: 'M4 20h16M7 16v-5M12 16V6M17 16v-8',
  webhooks: 'M4 12h11M11 7l5 5-5 5M20 5v14',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15.5 15.5L20 20',
  menu: 'M4 7h16M4 12h16M4 17h16',
  check: 'M5 12l5 5L19 7',
  cross: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
  video: 'M4 7h11v10H4zM15 11l5-3v8l-5-3',
  phone: 'M6 4h4l2 5-2.5 1.5a11 11 0 0 0 4 4L15 12l5 2v4a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z',
  place: 'M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11zM12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  dash: 'M6 12h12',
  warn: 'M12 4L2.5 20h19zM12 10v4M12 17h.01',
} as const
export type IconName = keyof typeof paths

/** An icon beside a text that says the same, so screen readers skip it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
    <path
      d={paths[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
)
