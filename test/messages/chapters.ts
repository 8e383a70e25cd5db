import { readdirSync } from 'node:fs'
import type { ModalView } from '@slack/types'
import type { Message } from '../../src/bot/messages/kit/message.ts'
import { dialogs } from '../bot/messages/dialogs.ts'
import type { Sample } from '../bot/messages/sample.ts'

/** What a dialog shows. */
export interface Dialog {
  title: string
  view: ModalView
}

/** Messages of one picture, or a dialog. */
export interface Group {
  /** `threads-1`: the picture's file. */
  name: string
  messages: readonly { title: string; message: Message }[]
  dialog?: Dialog | undefined
}
export interface Chapter {
  title: string
  groups: readonly Group[]
}

/** As many stand in one picture as a person takes in at a glance. */
const inPicture = 6

const titles: Readonly<Record<string, string>> = {
  threads: 'What channels and threads receive',
  answers: 'What commands, dialogs and replies are answered with',
  care: 'Health, people and receipts',
  installations: 'Installing and connecting',
  subscriptions: 'Subscriptions and muting',
  digests: 'Digests and quiet hours',
}

const folder = new URL('../bot/messages/', import.meta.url)

const samplesIn = async (file: string): Promise<readonly Sample[]> => {
  const exported = (await import(new URL(file, folder).href)) as Record<string, unknown>
  return Object.values(exported).filter(Array.isArray).flat() as Sample[]
}

const grouped = (name: string, samples: readonly Sample[]): Group[] =>
  Array.from({ length: Math.ceil(samples.length / inPicture) }, (_, index) => ({
    name: `${name}-${index + 1}`,
    messages: samples
      .slice(index * inPicture, (index + 1) * inPicture)
      .map(({ title, facts, build }) => ({ title, message: build(facts) })),
  }))

/** Each in a picture of its own. */
const dialogChapter = (): Chapter => ({
  title: 'Dialogs',
  groups: dialogs.map(({ title, facts, build }, index) => ({
    name: `dialog-${index + 1}`,
    messages: [],
    dialog: { title, view: build(facts) },
  })),
})

/** Every sample there is, by the file it stands in, those of threads first; the dialogs last. */
export const readChapters = async (): Promise<Chapter[]> => {
  const names = readdirSync(folder)
    .flatMap((file) => /^samples-of-(.+)\.ts$/.exec(file)?.[1] ?? [])
    .sort((a, b) => Number(b === 'threads') - Number(a === 'threads') || a.localeCompare(b))
  const ofMessages = await Promise.all(
    names.map(async (name) => ({
      title: titles[name] ?? `Of ${name}`,
      groups: grouped(name, await samplesIn(`samples-of-${name}.ts`)),
    })),
  )
  return [...ofMessages, dialogChapter()]
}
