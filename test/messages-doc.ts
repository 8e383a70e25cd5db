import { writeFileSync } from 'node:fs'
import { readChapters } from './messages/chapters.ts'
import { messagesDocument } from './messages/document.ts'
import { drawPictures } from './messages/pictures.ts'

/** `npm run messages`: writes docs/messages.md and its pictures from the builders. */
const docs = new URL('../docs/', import.meta.url)
const chapters = await readChapters()
const groups = chapters.flatMap((chapter) => chapter.groups)
writeFileSync(new URL('messages.md', docs), messagesDocument(chapters))
await drawPictures(groups, new URL('messages/', docs))
console.log(
  `docs/messages.md: ${groups.flatMap(({ messages }) => messages).length} messages, ${groups.length} pictures`,
)
