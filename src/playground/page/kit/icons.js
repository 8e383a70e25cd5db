import { html } from './html.js'

/** Line icons on a 20-unit grid; drawn in the text's color. */
const paths = {
  home: 'M3 9.5 10 3l7 6.5V17h-5v-4H8v4H3z',
  message: 'M3.5 4.5h13v9h-7L6 16.5v-3H3.5z',
  reply: 'M4 4.5h12v8H9l-3 3v-3H4z M7 7.5h6 M7 9.8h4',
  more: 'M10 4.6v.01 M10 10v.01 M10 15.4v.01',
  emoji:
    'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z M7 11.5c.8 1.6 5.200 1.600 6 0 M7.700 7.800v.4 M12.300 7.800v.4',
  close: 'M5 5l10 10 M15 5 5 15',
  send: 'M3.500 3.800 17 10 3.500 16.200 5.500 10z M5.500 10H11',
  chevron: 'M6 8l4 4 4-4',
  right: 'M8 6l4 4-4 4',
  back: 'M12 5l-5 5 5 5',
  eye: 'M2.500 10S5 5 10 5s7.500 5 7.500 5-2.500 5-7.500 5-7.500-5-7.500-5z M10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  panel: 'M3 4h14v12H3z M11 4v12',
  reload: 'M15.500 7A6.200 6.200 0 1 0 16.200 10 M15.800 3.500V7h-3.500',
  external: 'M8 5H4.500v10.500H15V12 M11 4h5v5 M16 4l-7 7',
  pencil: 'M4 16l.8-3.500L13 4.300l2.700 2.700-8.200 8.200z',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4z M12.700 12.700 16.500 16.500',
  bolt: 'M11 2.500 4.500 11.500H9L8 17.500l7-9.500h-4.500z',
  clip: 'M14.500 9.500 9 15a3.300 3.300 0 0 1-4.700-4.700l6-6a2.200 2.200 0 0 1 3.100 3.100l-5.700 5.700a1 1 0 0 1-1.500-1.500L11 6.900',
  file: 'M5 2.500h7l3.500 3.500v11.500H5z M12 2.500V6h3.500',
  plus: 'M10 4v12 M4 10h12',
  warning: 'M10 3.500 17.500 16.500h-15z M10 8.500v3.500 M10 14.200v.01',
  link: 'M8.500 11.500l3-3 M9 6.500l1.500-1.500a3 3 0 0 1 4.500 4.300L13.500 11 M11 13.500 9.500 15A3 3 0 0 1 5 10.700L6.500 9',
  people:
    'M7.500 4.500a2.700 2.700 0 1 0 0 5.400 2.700 2.700 0 0 0 0-5.400z M2.500 16c.3-3 2.300-4.300 5-4.300s4.700 1.300 5 4.300 M13 5a2.400 2.400 0 0 1 0 4.600 M14.500 12c1.800.5 2.800 1.800 3 4',
}

export const Icon = ({ name, size = 18 }) => html`
  <svg class="icon" width=${size} height=${size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path
      d=${paths[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
`
