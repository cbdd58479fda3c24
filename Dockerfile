# Docloom on one machine: see docs/docker.md and docs/one-machine.md for what that is good for.
# Debian slim with Node 24.
FROM node:24-trixie-slim

WORKDIR /app
COPY --chown=node:node package.json package-lock.json .npmrc ./
COPY --chown=node:node packages/docloom/package.json packages/docloom/
RUN chown node:node /app
USER node
RUN npm ci --ignore-scripts --no-audit --no-fund && npm cache clean --force

COPY --chown=node:node . .
# Fonts, pages and the browser are made ready here, so that a container starts within seconds.
RUN npm run setup

# Data alone: caches, the browser and what was built belong to the image.
RUN mkdir -p /app/data
ENV HOST=0.0.0.0 PORT=8787 DATA_DIR=/app/data
EXPOSE 8787
VOLUME /app/data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.mjs"]
