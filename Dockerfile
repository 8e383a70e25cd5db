# Docker pulls the digest; the tag is for people.
FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build

WORKDIR /build
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci --ignore-scripts
COPY deploy/build ./deploy/build
COPY src ./src
RUN node deploy/build/build.ts

WORKDIR /app
COPY package.json package-lock.json manifest.yml ./
RUN npm ci --omit=dev --ignore-scripts
# What only compilers and people read, and all of Pico but the file that the pages serve.
RUN find node_modules -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.cts" -o -name "*.d.mts" -o -name "README.md" -o -name "CHANGELOG.md" \) -delete
RUN find node_modules/@picocss -type f -name "*css" ! -name "pico.min.css" -delete
RUN mv /build/dist ./dist
RUN mkdir -m 700 /data && chown node:node /data
# Production runs no package manager.
RUN rm -rf /build /opt /root/.npm /usr/local/include /usr/local/lib/node_modules /usr/local/bin/corepack /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/yarn /usr/local/bin/yarnpkg

# One layer, without what was deleted above.
FROM scratch
COPY --from=build / /

ARG VERSION=1.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Onboarding for Slack" \
  org.opencontainers.image.description="Customer onboarding projects in Slack: tracker updates become threads, thread replies become comments." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"

ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production DATA_DIR=/data PORT=3000
WORKDIR /app
# By number, so that Kubernetes sees that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000

HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

ENTRYPOINT ["node", "/app/dist/bin.js"]
CMD ["start"]
