#!/usr/bin/env node
import './start/needs-node.js'
import './start/node-22.ts'

process.setSourceMapsEnabled(true)
await import('./main.ts')
