"""Everything in a log looked at again: chain, money, cards, decisions and every settlement."""

from fairdeal.live.audit.findings import Check, Fault, Findings, Seal
from fairdeal.live.audit.walk import audit

__all__ = ["Check", "Fault", "Findings", "Seal", "audit"]
