"""What operations take and answer, by resource.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""
